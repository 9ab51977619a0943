"""The report: one HTML page about a submission or a leaderboard, to be sent to somebody who has not the project.

Data first: each section is a builder that returns frozen values with every number already written out, and a template
of the same name that only lays them out (`resources/templates/report`). `page` lists the sections.
"""
