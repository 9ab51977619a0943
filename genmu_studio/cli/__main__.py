"""`python -m genmu_studio.cli`."""

from genmu_studio.cli import main

if __name__ == "__main__":
    main()
