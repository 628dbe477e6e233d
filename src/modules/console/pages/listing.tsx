import type { ComponentChildren } from 'preact';
import { MAX_ENTITY_NAME_LENGTH } from '../../../core/limits.js';
import { Empty, FilterForm, Link, Table, type TableProps } from './parts.js';

/** What is asked of a list, by the fields of its form. */
type Wanted = Readonly<Record<string, string | undefined>>;

interface ListingProps extends TableProps {
  /** The page's own path below the console. */
  to: string;
  /** Where the whole of the list is as CSV. */
  csv: string;
  wanted: Wanted;
  /** The fields that narrow the list; see `wanted`. */
  children: ComponentChildren;
  /** Where the next page goes on; `undefined` on the last. */
  next: string | undefined;
  /** What to do where there is nothing at all. */
  nothing: ComponentChildren;
}

/** A list: what narrows it, a page of it, the page after, and the whole of it as CSV. */
export function Listing({ to, csv, wanted, children, next, nothing, ...table }: ListingProps) {
  const narrowed = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const query = (more: string[][]) => {
    const text = new URLSearchParams([...narrowed, ...more]).toString();
    return text && `?${text}`;
  };
  return (
    <>
      {narrowed.length === 0 && table.rows.length === 0 && !next ? (
        <Empty>{nothing}</Empty>
      ) : (
        <>
          <FilterForm to={to}>
            {children}
            <button>Filter</button>
          </FilterForm>
          {table.rows.length === 0 ? (
            <Empty>
              <p>{next ? 'Nothing on this page matches; there are more pages.' : 'No matches.'}</p>
            </Empty>
          ) : (
            <Table {...table} />
          )}
          <ul class="more">
            {next ? (
              <li>
                <Link to={to + query([['cursor', next]])}>Next page</Link>
              </li>
            ) : null}
            <li>
              <Link to={csv + query([])}>Download as CSV</Link>
            </li>
          </ul>
        </>
      )}
    </>
  );
}

/** A field of the form of a list: part of a name, of an address, of whatever the list shows. */
export function TextField({
  name = 'text',
  label,
  value,
}: {
  name?: string;
  label: string;
  value: string | undefined;
}) {
  return (
    <label>
      {label}
      <input name={name} value={value ?? ''} maxLength={MAX_ENTITY_NAME_LENGTH} size={14} autocomplete="off" />
    </label>
  );
}

/** Of which days, both included. */
export function DayFields({ from, to }: { from: string | undefined; to: string | undefined }) {
  return (
    <>
      <label>
        From
        <input name="from" type="date" value={from ?? ''} />
      </label>
      <label>
        To
        <input name="to" type="date" value={to ?? ''} />
      </label>
    </>
  );
}
