"""Long commands that are ended at random moments, or whose disk fills up: run again, they come to the same end.

python -m tests.kills --kills 200          # of every work in turn, by SIGKILL, SIGTERM, SIGHUP and SIGINT
python -m tests.kills --full-disk 10       # train on disks of ten sizes; mounting them needs root
"""
