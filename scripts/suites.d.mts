export function suites(): string[];
export function suitesNear(files: string[]): string[];
export function importsOf(file: string): string[];
