"""The resources of `Client`, one file per resource. `npm run generate` makes the files of
`async_resources` from these.
"""
