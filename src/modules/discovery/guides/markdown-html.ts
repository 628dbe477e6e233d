import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../http/answers/html-page.js';

interface Heading {
  depth: number;
  id: string;
  html: string;
}

export function headingsOf(markdown: string): Heading[] {
  const taken = new Map<string, number>();
  const marked = new Marked();
  return marked
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ depth, text }) => ({ depth, id: anchor(text, taken), html: marked.parseInline(text, { async: false }) }));
}

/**
 * Converts this project's Markdown to HTML: headings with anchors, links to pages, and pictures for
 * diagrams.
 * @param toDocs the relative path from the page to the folder of all guides, such as `../`
 */
export function markdownHtml(markdown: string, toDocs: string): string {
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchor(text, taken)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(pageOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang }) {
        return lang === 'mermaid' ? diagram(text, toDocs) : `<pre><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => cell(tag, this.parser.parseInline(tokens))).join('')}</tr>`;
        // Wider than a phone: scrolls on its own, also by keyboard.
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>
<thead>${row(header, 'th')}</thead>
<tbody>
${rows.map((cells) => row(cells, 'td')).join('\n')}
</tbody>
</table></div>
`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

const cell = (tag: 'th' | 'td', html: string) =>
  tag === 'th' && html !== '' ? `<th scope="col">${html}</th>` : `<td>${html}</td>`;

/** Same algorithm as GitHub's, so that a link works in both places. */
function anchor(heading: string, taken: Map<string, number>): string {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const times = taken.get(plain) ?? 0;
  taken.set(plain, times + 1);
  return times === 0 ? plain : `${plain}-${times}`;
}

/** Links to another guide's Markdown lead to its page. */
function pageOf(href: string): string {
  return /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '');
}

function diagram(text: string, toDocs: string): string {
  const { title, description } = pictureText(text);
  return `<img src="${toDocs}pictures/${pictureName(title)}" alt="${escapeHtml(`${title}. ${description}`)}">\n`;
}

/** Reads a diagram's title and description from Mermaid's `accTitle` and `accDescr`. */
function pictureText(mermaid: string): { title: string; description: string } {
  const field = (name: string) => new RegExp(`^\\s*${name}: (.+)$`, 'm').exec(mermaid)?.[1];
  const [title, description] = [field('accTitle'), field('accDescr')];
  if (title === undefined || description === undefined) {
    throw new Error(`a diagram needs accTitle and accDescr:\n${mermaid}`);
  }
  return { title, description };
}

/** File name of the picture in docs/pictures. */
function pictureName(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`;
}
