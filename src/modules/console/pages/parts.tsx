import type { ComponentChildren } from 'preact';
import { TOKEN_FIELD } from '../session/form-token.js';
import { inTimeZone, UTC } from '../time-zone.js';
import { useView } from './view.js';

const COUNT = new Intl.NumberFormat('en');

export const counted = (value: number) => COUNT.format(value);

/** `1 credit`, `1,200 credits`. */
export const credits = (value: number) => (value === 1 ? '1 credit' : `${counted(value)} credits`);

/** A moment in the zone of the person, and in UTC. */
export function Moment({ at }: { at: Date | string | undefined }) {
  const { timeZone = UTC } = useView();
  if (at === undefined) return <>–</>;
  const date = new Date(at);
  const inUtc = `${inTimeZone(date, UTC)} UTC`;
  return (
    <time dateTime={date.toISOString()}>
      {timeZone === UTC ? (
        inUtc
      ) : (
        <>
          {inTimeZone(date, timeZone)}
          <small> {inUtc}</small>
        </>
      )}
    </time>
  );
}

/** A link below the console. */
export function Link({ to, children, current }: { to: string; children: ComponentChildren; current?: boolean }) {
  const { base } = useView();
  return (
    <a href={base + to} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** A link to somebody else's page, where it is one: registers write addresses too. */
export function Elsewhere({ url, children }: { url: string; children: ComponentChildren }) {
  if (!/^https?:\/\//i.test(url)) return <>{children}</>;
  return (
    <a href={url} rel="noopener noreferrer">
      {children}
    </a>
  );
}

interface FormProps {
  to: string;
  children: ComponentChildren;
  className?: string;
  carriesFile?: boolean;
}

/** A form that changes something: it carries the token of its browser. */
export function PostForm({ to, children, className, carriesFile }: FormProps) {
  const { base, token } = useView();
  return (
    <form method="post" action={base + to} class={className} enctype={carriesFile ? 'multipart/form-data' : undefined}>
      <input type="hidden" name={TOKEN_FIELD} value={token} />
      {children}
    </form>
  );
}

/** A form that only chooses what is shown. */
export function FilterForm({ to, children }: FormProps) {
  const { base } = useView();
  return (
    <form method="get" action={base + to} class="filter">
      {children}
    </form>
  );
}

/** A choice between values, with the one that is chosen. */
export function Choice(props: {
  name: string;
  label: string;
  values: readonly (readonly [value: string, words: string])[];
  chosen?: string | undefined;
  any?: string;
}) {
  const { name, label, values, chosen, any } = props;
  return (
    <label>
      {label}
      <select name={name}>
        {any === undefined ? null : <option value="">{any}</option>}
        {values.map(([value, words]) => (
          <option key={value} value={value} selected={value === chosen}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface TableProps {
  caption: string;
  columns: readonly string[];
  numbers?: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
}

/** Rows under their columns; a wide table scrolls by itself, on a phone and by keyboard. */
export function Table({ caption, columns, numbers = [], rows }: TableProps) {
  const kind = (column: number) => (numbers.includes(columns[column] ?? '') ? 'number' : undefined);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" class={kind(index)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} class={kind(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Names and values; what is not there is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

/** What to do where there is nothing yet. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

export function Wrong({ children }: { children: ComponentChildren }) {
  return children ? (
    <p class="wrong" role="alert">
      {children}
    </p>
  ) : null;
}
