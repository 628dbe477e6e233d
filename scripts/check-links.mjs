// Fails when a relative link of a Markdown file leads to a missing file or heading, or when a
// comment names a missing file.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import '../test/setup/typescript.mjs';

// The service gives headings the same ids as GitHub.
const { headingsOf } = await import('../src/modules/discovery/guides/markdown-html.ts');

const root = path.resolve(import.meta.dirname, '..');

function filesLike(...patterns) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '')
    .map((file) => path.join(root, file))
    .filter((file) => fs.existsSync(file));
}

const pages = filesLike('*.md');

const ids = new Map();
function idsOf(page) {
  if (!ids.has(page)) ids.set(page, new Set(headingsOf(fs.readFileSync(page, 'utf8')).map(({ id }) => id)));
  return ids.get(page);
}

function linksOf(page) {
  const marked = new Marked();
  const links = new Set();
  void marked.walkTokens(marked.lexer(fs.readFileSync(page, 'utf8')), ({ type, href }) => {
    if ((type === 'link' || type === 'image') && !/^[a-z][a-z+.-]*:/i.test(href)) links.add(href);
  });
  return [...links];
}

function isBroken(page, href) {
  const [to, anchor] = decodeURIComponent(href).split('#');
  const target = to === '' ? page : path.resolve(path.dirname(page), to);
  if (!fs.existsSync(target)) return true;
  return anchor !== undefined && target.endsWith('.md') && !idsOf(target).has(anchor);
}

const COMMENT = /(?:^\s*#|\/\/|\/?\*|--)\s(.*)$/gm;
const NAMED =
  /(?<![\w/.-])(?:docs|src|test|scripts|core|modules|adapters|migrations|packages|examples|bench|deploy)\/[\w./-]+\.(?:md|tsx?|mjs|sql|py|csv)\b/g;

function missingIn(file) {
  const comments = [...fs.readFileSync(file, 'utf8').matchAll(COMMENT)].map(([, text]) => text).join('\n');
  const named = [...comments.matchAll(NAMED)].map(([name]) => name);
  return named.filter((name) => !fs.existsSync(path.join(root, name)) && !fs.existsSync(path.join(root, 'src', name)));
}

const broken = pages.flatMap((page) =>
  linksOf(page)
    .filter((href) => isBroken(page, href))
    .map((href) => `${path.relative(root, page)}: ${href} leads nowhere`),
);
const missing = filesLike('*.ts', '*.tsx', '*.mjs', '*.sql', '*.yml', 'Dockerfile', '.env.example').flatMap((file) =>
  missingIn(file).map((name) => `${path.relative(root, file)}: ${name} is not there`),
);
if (broken.length + missing.length > 0) {
  console.error([...broken, ...missing].join('\n'));
  process.exitCode = 1;
}
