import { type FieldView, fieldName } from '../../core/evidence/field-views.js';
import type { KeptExchange } from '../../core/evidence/ports.js';
import type { EvidenceView } from '../../core/evidence/read-evidence.js';
import { counted, Elsewhere, Empty, Facts, Link, Moment, Table } from '../pages/parts.js';

/** Larger bodies are cut off on the page; the file has them in full. */
const MAX_SHOWN_BYTES = 64 * 1024;

/** Each field of an answer beside the text it was read from, and the register's bodies. */
export function EvidencePage({ view, file }: { view: EvidenceView; file: string }) {
  const { evidence, register, exchanges, fields } = view;
  const rows = Object.entries(fields);
  return (
    <>
      <Facts
        of={[
          ['Register', <Elsewhere url={register.url}>{register.name}</Elsewhere>],
          ['Licence', register.licence],
          ['Retrieved', <Moment at={evidence.retrievedAt} />],
          ['Edition', evidence.edition && <code>{evidence.edition}</code>],
          ['Sandbox', evidence.sandbox ? 'This business is fictional.' : undefined],
          ['Evidence ID', <code>{evidence.id}</code>],
        ]}
      />
      <p class="actions screen">
        <Link to={file}>Download as a WARC file</Link>
      </p>
      {rows.length === 0 ? (
        <Empty>
          <p>No record was found. The register’s responses below prove it.</p>
        </Empty>
      ) : (
        <Table
          caption="Fields, and the text each was read from"
          columns={['Field', 'Source text', 'Location']}
          rows={rows.map(([path, field]) => [fieldName(path), <Standing of={field} />, <Place of={field} />])}
        />
      )}
      {exchanges.map((exchange, index) => (
        <Sent key={index} of={exchange} number={index + 1} />
      ))}
    </>
  );
}

function Standing({ of: { text, inferredFrom } }: { of: FieldView }) {
  if (inferredFrom === undefined) return <>{text ?? 'not stored'}</>;
  return <>{`inferred from ${inferredFrom.map((place) => place.text ?? 'text that is not stored').join(', ')}`}</>;
}

function Place({ of: { exchange, pointer, inferredFrom } }: { of: FieldView }) {
  const places = inferredFrom ?? [{ exchange, pointer }];
  return <>{places.map((place) => `response ${place.exchange + 1}, ${place.pointer}`).join('; ')}</>;
}

function Sent({ of: exchange, number }: { of: KeptExchange; number: number }) {
  const { method, url, status, retrievedAt, digest, bytes, body, erased } = exchange;
  return (
    <>
      <h2>Response {number}</h2>
      <Facts
        of={[
          ['Request', `${method} ${url}`],
          ['Status', status],
          ['Received', <Moment at={retrievedAt} />],
          ['Bytes', counted(bytes)],
          ['SHA-256', <code>{digest}</code>],
        ]}
      />
      {body === undefined ? (
        <p>{erased ? 'The body named a person and was erased.' : 'The body was too large to store.'}</p>
      ) : (
        <details>
          <summary>Response body, byte for byte</summary>
          {bytes > MAX_SHOWN_BYTES ? (
            <p>The first {counted(MAX_SHOWN_BYTES)} bytes. The WARC file has the whole body.</p>
          ) : null}
          <pre tabIndex={0}>{body.subarray(0, MAX_SHOWN_BYTES).toString('utf8')}</pre>
        </details>
      )}
    </>
  );
}
