"""The resources of `AsyncClient`. Generated from `resources`, except this file.
"""
