import type { OpenApiDocument } from './openapi.ts';
export const docsPolicy = "default-src 'none'";
export function docsPage(document: OpenApiDocument): string {
  return `<!doctype html><title>${document.info.title}</title>`;
}
