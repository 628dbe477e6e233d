import { GUIDES } from './guides.js';
import { headingsOf } from './markdown-html.js';

const MAX_FOUND = 20;
const EXCERPT = 160;

export interface FoundSection {
  /** Below `/docs/`, with the anchor of its heading. */
  href: string;
  title: string;
  excerpt: string;
}

interface Section extends Omit<FoundSection, 'excerpt'> {
  heading: string;
  text: string;
}

const SECTIONS: readonly Section[] = GUIDES.flatMap(({ name, title, markdown }) => {
  const parts = markdown.split(/^(?=##? )/m);
  const ids = headingsOf(markdown);
  return parts.map((part, at): Section => {
    const [first = '', ...rest] = part.split('\n');
    const heading = first.replace(/^#+ /, '');
    const id = ids.filter(({ depth }) => depth <= 2)[at]?.id;
    const href = at === 0 || id === undefined ? name : `${name}#${id}`;
    return {
      href,
      title: at === 0 ? title : `${title}: ${heading}`,
      heading: heading.toLowerCase(),
      text: rest.join(' '),
    };
  });
});

/** Returns the sections that contain every word, those with the words in their heading first. */
export function searchGuides(words: string): FoundSection[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return SECTIONS.map((section) => ({ section, rank: rankOf(section, wanted) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map(({ section: { href, title, text } }) => ({ href, title, excerpt: excerptOf(text, wanted[0]!) }));
}

function rankOf({ heading, text }: Section, wanted: readonly string[]): number {
  const body = text.toLowerCase();
  if (!wanted.every((word) => heading.includes(word) || body.includes(word))) return 0;
  return 1 + wanted.filter((word) => heading.includes(word)).length;
}

function excerptOf(text: string, word: string): string {
  const plain = text
    .replaceAll(/[`*|]|\[|\]\([^)]*\)|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const from = Math.max(0, plain.toLowerCase().indexOf(word) - EXCERPT / 2);
  return `${from > 0 ? '…' : ''}${plain.slice(from, from + EXCERPT)}${plain.length > from + EXCERPT ? '…' : ''}`;
}
