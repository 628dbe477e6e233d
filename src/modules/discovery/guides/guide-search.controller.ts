import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PerAddress } from '../../auth/access.decorators.js';
import { escapeHtml, pageHeaders, pageHtml } from '../../http/answers/html-page.js';
import { searchGuides } from './guide-search.js';
import { searchForm } from './guides.js';
import { published } from '../documents/published.js';
import { sendDocument } from '../documents/send-document.js';
import { MAX_LABEL_LENGTH } from '../../../core/limits.js';
import { Optional, ComparedText } from '../../http/input/fields.js';

class GuideSearchQuery {
  @Optional()
  @ComparedText(0, MAX_LABEL_LENGTH, 'The words to look for.', 'refund')
  q?: string;
}

/** Search in the guides that works without a script. */
@Controller('docs/search')
export class GuideSearchController {
  @Get()
  @PerAddress('open')
  async search(@Query() { q = '' }: GuideSearchQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const found = searchGuides(q).map(
      ({ href, title, excerpt }) => `<li><a href="${href}">${escapeHtml(title)}</a><p>${escapeHtml(excerpt)}</p></li>`,
    );
    const list = found.length > 0 ? `<ul>\n${found.join('\n')}\n</ul>` : '<p>No section has all of these words.</p>';
    const body = `${searchForm('', q)}\n${q === '' ? '' : list}`;
    const { 'content-type': type = '', ...headers } = pageHeaders();
    const footer = '<a href="../docs">All guides</a>';
    const page = pageHtml('Search the guides', body, { wide: true, footer });
    await sendDocument(published(type, page, headers), request, reply);
  }
}
