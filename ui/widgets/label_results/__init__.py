"""The results of a campaign, part by part."""
