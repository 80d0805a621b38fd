"""What `npm run generate` writes."""
