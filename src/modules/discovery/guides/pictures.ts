/** A diagram in the text of a page names itself as Mermaid has it: `accTitle` and `accDescr`. */
export function pictureText(mermaid: string): { title: string; description: string } {
  const field = (name: string) => new RegExp(`^\\s*${name}: (.+)$`, 'm').exec(mermaid)?.[1];
  const [title, description] = [field('accTitle'), field('accDescr')];
  if (title === undefined || description === undefined) {
    throw new Error(`a diagram needs accTitle and accDescr:\n${mermaid}`);
  }
  return { title, description };
}

/** The file of its picture, in docs/pictures. */
export function pictureName(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`;
}
