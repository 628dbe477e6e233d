/** Returns the first block of this kind after this heading or text of a Markdown page. */
export function block(page: string, heading: string, kind: string): string {
  const [, after = ''] = page.split(heading);
  const [, text] = new RegExp(`\`\`\`${kind}\\n([\\s\\S]+?)\`\`\``).exec(after) ?? [];
  if (!text) throw new Error(`no ${kind} under ${heading}`);
  return text;
}
