export function hashSources(root: string): string;
export function pagesAreFresh(root: string): boolean;
