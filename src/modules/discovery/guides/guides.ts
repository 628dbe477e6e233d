import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml, pageHeaders, pageHtml } from '../../http/answers/html-page.js';
import { published, type Published } from '../documents/published.js';
import { headingsOf, markdownHtml } from './markdown-html.js';

/**
 * The repository's docs folder, at the same relative path from the sources and the compiled
 * program.
 */
const FOLDER = fileURLToPath(new URL('../../../../docs', import.meta.url));
const PLACE = '/docs';
const COPY = `${PLACE}/copy.js`;

/** The served folders, in reading order. */
const GROUPS: readonly (readonly [folder: string, title: string, names: readonly string[]])[] = [
  ['tutorials', 'Tutorials', ['first-verification', 'monitor-a-business', 'connect-an-agent']],
  [
    'how-to',
    'How-to guides',
    [
      'work-through-a-list',
      'verify-a-file',
      'receive-webhooks',
      'limit-a-key',
      'handle-an-unsure-match',
      'show-what-was-answered',
      'check-what-a-register-said',
      'run-in-production',
      'run-on-one-machine',
      'upgrade',
      'back-up-and-restore',
      'import-a-register',
      'observe',
      'respond-to-alerts',
      'scale',
    ],
  ],
  [
    'reference',
    'Reference',
    ['api', 'errors', 'tools', 'watches', 'coverage', 'limits', 'client', 'commands', 'settings', 'versions'],
  ],
  ['explanation', 'Explanation', ['answers-and-bills', 'matching', 'evidence', 'fairness', 'security', 'architecture']],
];

interface Guide {
  /** Folder and file name, as in its path. */
  name: string;
  title: string;
  markdown: string;
}

interface Group {
  title: string;
  guides: readonly Guide[];
}

const FILES = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();

/** Pages missing from the list above come last in their folder. */
const SIDEBAR: readonly Group[] = GROUPS.map(([folder, title, names]) => {
  const found = FILES.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.md'));
  const listed = names.map((name) => `${folder}/${name}.md`);
  const rest = found.filter((file) => !listed.includes(file));
  return { title, guides: [...listed.filter((file) => found.includes(file)), ...rest].map(read) };
});

export const GUIDES = SIDEBAR.flatMap(({ guides }) => guides);
const PICTURES = FILES.filter((file) => file.startsWith('pictures/') && file.endsWith('.svg'));

const pathOf = (name: string) => `${PLACE}/${name}`;

export const GUIDE_PATHS = [
  PLACE,
  COPY,
  ...GUIDES.flatMap(({ name }) => [pathOf(name), `${pathOf(name)}.md`]),
  ...PICTURES.map(pathOf),
];

/** The pages of docs/ as Markdown and HTML, their overview, and their pictures. */
export function guideDocuments(url: string): [path: string, document: Published][] {
  const guides = GUIDES.map((guide) => ({ ...guide, markdown: atAddress(guide, url) }));
  return [
    [PLACE, overview()],
    [COPY, published('text/javascript; charset=utf-8', COPY_SCRIPT)],
    ...guides.flatMap((guide, at): [string, Published][] => [
      [pathOf(guide.name), guidePage(guide, guides[at - 1], guides[at + 1])],
      [`${pathOf(guide.name)}.md`, published('text/markdown; charset=utf-8', guide.markdown)],
    ]),
    ...PICTURES.map((file): [string, Published] => [pathOf(file), picture(file)]),
  ];
}

/** Its examples name the machine that they are typed on. */
const ON_THE_MACHINE: ReadonlySet<string> = new Set(['how-to/run-on-one-machine']);

/** Returns the text with the address of this installation in its examples. */
function atAddress({ name, markdown }: Guide, url: string): string {
  if (ON_THE_MACHINE.has(name)) return markdown;
  return markdown.replaceAll(/(?:http:\/\/)?(?:localhost|127\.0\.0\.1):3000(?!\d)/g, () => url);
}

/** The list of guides for language models. */
export function guideList(url: string): string {
  return GUIDES.map(({ name, title }) => `- [${title}](${url}${pathOf(name)}.md)`).join('\n');
}

function read(file: string): Guide {
  const markdown = withoutLinksOutside(fs.readFileSync(`${FOLDER}/${file}`, 'utf8'), file);
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
  return { name: file.replace(/\.md$/, ''), title, markdown };
}

function overview(): Published {
  const lists = SIDEBAR.map(({ title, guides }) => `<h2>${escapeHtml(title)}</h2>\n${listOf(guides, 'docs/')}`);
  const footer = `<a href="./">Start page</a> · <a href="reference">Reference of every operation</a>`;
  return htmlDocument('Guides', [searchForm('docs/'), ...lists].join('\n'), { footer });
}

function guidePage(guide: Guide, previous: Guide | undefined, next: Guide | undefined): Published {
  const { name, title, markdown } = guide;
  const text = markdown.replace(/^# .+\n/m, '');
  const toDocs = '../'.repeat(name.split('/').length - 1);
  const footer = [
    `<a href="../${toDocs}docs">All guides</a>`,
    `<a href="${name.split('/').at(-1)}.md">This page as Markdown</a>`,
    `<a href="../${toDocs}reference">Reference of every operation</a>`,
  ];
  const turn = [
    previous && `<a rel="prev" href="${toDocs}${previous.name}">← ${escapeHtml(previous.title)}</a>`,
    next && `<a rel="next" href="${toDocs}${next.name}">${escapeHtml(next.title)} →</a>`,
  ];
  const body = [
    contents(text),
    markdownHtml(text, toDocs),
    `<nav class="turn" aria-label="Pages">${turn.join('')}</nav>`,
  ];
  return htmlDocument(title, body.join('\n'), {
    footer: footer.join(' · '),
    aside: sidebar(guide, toDocs),
    script: `${toDocs}copy.js`,
  });
}

/** @param toDocs the relative path from the page to the folder of all guides */
export function searchForm(toDocs: string, words = ''): string {
  return `<form role="search" action="${toDocs}search"><label>Search the guides <input type="search" name="q" value="${escapeHtml(words)}"></label></form>`;
}

function sidebar(shown: Guide, toDocs: string): string {
  const lists = SIDEBAR.map(({ title, guides }) => `<h2>${escapeHtml(title)}</h2>\n${listOf(guides, toDocs, shown)}`);
  return `<nav class="side" aria-label="Guides">${[searchForm(toDocs), ...lists].join('\n')}</nav>`;
}

function listOf(guides: readonly Guide[], toDocs: string, shown?: Guide): string {
  const items = guides.map((guide) => {
    const current = guide.name === shown?.name ? ' aria-current="page"' : '';
    return `<li><a href="${toDocs}${guide.name}"${current}>${escapeHtml(guide.title)}</a></li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

/** Omitted for pages with few headings, which are as quick to scan. */
function contents(markdown: string): string {
  const headings = headingsOf(markdown).filter(({ depth }) => depth === 2);
  if (headings.length < 3) return '';
  const items = headings.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><ul>\n${items.join('\n')}\n</ul></nav>`;
}

function htmlDocument(
  title: string,
  body: string,
  around: { footer: string; aside?: string; script?: string },
): Published {
  const { 'content-type': type = '', ...headers } = pageHeaders({ images: true, scripts: around.script !== undefined });
  return published(type, pageHtml(title, body, { ...around, wide: true }), headers);
}

function picture(file: string): Published {
  return published('image/svg+xml; charset=utf-8', fs.readFileSync(`${FOLDER}/${file}`), {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  });
}

/** Replaces links to unpublished files of the repository by their names. */
function withoutLinksOutside(markdown: string, from: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g, (link, text: string, href: string) => {
    const parts = [...from.split('/').slice(0, -1), ...href.split('/')];
    const target = parts.reduce<string[]>((path, part) => (part === '..' ? path.slice(0, -1) : [...path, part]), []);
    const isOutside = parts.filter((part) => part === '..').length > from.split('/').length - 1;
    if (!isOutside && target[0] !== 'internals') return link;
    const file = isOutside ? target.join('/') : `docs/${target.join('/')}`;
    return text.includes(target.at(-1)!) || file.endsWith(text) ? `\`${file}\`` : `${text} (\`${file}\`)`;
  });
}

/** Adds a copy button to each code block; pages work without it. */
const COPY_SCRIPT = `for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}
`;
