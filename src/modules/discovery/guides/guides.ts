import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml, pageHeaders, pageHtml } from '../../http/answers/html-page.js';
import { markdownHtml } from './markdown-html.js';
import { published, type Published } from '../published.js';

/** Pages for contributors, which are not served. */
const INTERNALS = 'internals/';
/** The pages of the repository, beside the sources and the compiled program alike. */
const FOLDER = fileURLToPath(new URL('../../../../docs', import.meta.url));
const PLACE = '/docs';

/** What their overview puts together; pages that are named nowhere come last. */
const GROUPS: readonly [title: string, names: readonly string[]][] = [
  ['Use it', ['api', 'client', 'agents', 'watches', 'versioning']],
  ['Run it', ['operations', 'registers', 'scaling', 'security', 'faults']],
  ['How it works, and how well', ['architecture', 'matching', 'performance']],
];

const FILES = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith(INTERNALS))
  .toSorted();

interface Guide {
  /** As in its path. */
  name: string;
  title: string;
  markdown: string;
}

const GUIDES: readonly Guide[] = FILES.filter((file) => file.endsWith('.md')).map((file) => {
  const markdown = withoutLinksOutside(fs.readFileSync(`${FOLDER}/${file}`, 'utf8'));
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
  return { name: file.replace(/\.md$/, ''), title, markdown };
});

const PICTURES = FILES.filter((file) => file.endsWith('.svg'));

const pathOf = (name: string) => `${PLACE}/${name}`;

export const GUIDE_PATHS = [
  PLACE,
  ...GUIDES.flatMap(({ name }) => [pathOf(name), `${pathOf(name)}.md`]),
  ...PICTURES.map(pathOf),
];

/** The pages of docs/ as Markdown and as HTML, their overview, and the pictures they show. */
export function guideDocuments(): [path: string, document: Published][] {
  return [
    [PLACE, overview()],
    ...GUIDES.flatMap((guide): [string, Published][] => [
      [pathOf(guide.name), guidePage(guide)],
      [`${pathOf(guide.name)}.md`, published('text/markdown; charset=utf-8', guide.markdown)],
    ]),
    ...PICTURES.map((file): [string, Published] => [pathOf(file), picture(file)]),
  ];
}

/** The same list for language models. */
export function guideList(url: string): string {
  return grouped()
    .flatMap(([, guides]) => guides)
    .map(({ name, title }) => `- [${title}](${url}${pathOf(name)}.md)`)
    .join('\n');
}

function overview(): Published {
  const lists = grouped().map(([title, guides]) => {
    const items = guides.map((guide) => `<li><a href="docs/${guide.name}">${escapeHtml(guide.title)}</a></li>`);
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return htmlDocument('Guides', lists.join('\n'), `<a href="./">Start page</a> · <a href="reference">Reference</a>`);
}

function guidePage({ name, title, markdown }: Guide): Published {
  const footer = [
    `<a href="../docs">All guides</a>`,
    `<a href="${name}.md">This page as Markdown</a>`,
    `<a href="../reference">Reference</a>`,
  ];
  return htmlDocument(title, markdownHtml(markdown.replace(/^# .+\n/m, '')), footer.join(' · '));
}

function htmlDocument(title: string, body: string, footer: string): Published {
  const { 'content-type': type = '', ...headers } = pageHeaders({ images: true });
  return published(type, pageHtml(title, body, { footer, wide: true }), headers);
}

function picture(file: string): Published {
  return published('image/svg+xml; charset=utf-8', fs.readFileSync(`${FOLDER}/${file}`), {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  });
}

function grouped(): [title: string, guides: Guide[]][] {
  const named = GROUPS.map(([title, names]): [string, Guide[]] => [
    title,
    names.flatMap((name) => GUIDES.find((guide) => guide.name === name) ?? []),
  ]);
  const rest = GUIDES.filter((guide) => !named.some(([, guides]) => guides.includes(guide)));
  named.at(-1)?.[1].push(...rest);
  return named;
}

/** Files of the repository that the service does not publish are named instead of linked to. */
function withoutLinksOutside(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g, (_link, text: string, file: string) => {
    const name = file.split('/').at(-1)!;
    return text.includes(name) || name.startsWith(text) ? `\`${file}\`` : `${text} (\`${file}\`)`;
  });
}
