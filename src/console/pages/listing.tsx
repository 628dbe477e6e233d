import type { ComponentChildren } from 'preact';
import { MAX_ENTITY_NAME_LENGTH } from '../../core/limits.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { useView } from './view.js';
import { Choice, Empty, FilterForm, Link, Table, type TableProps } from './parts.js';

/** Query parameters of a list, by field of its form. */
type Wanted = Readonly<Record<string, string | undefined>>;

interface ListingProps extends TableProps {
  /** The page's own path below the console. */
  to: string;
  /** Path of the list as CSV. */
  csv: string;
  wanted: Wanted;
  /** The filter fields; see `wanted`. */
  children: ComponentChildren;
  /** The unfiltered list leaves rows out, which a filter shows. */
  hidesRows?: boolean;
  /** Cursor of the next page; `undefined` on the last. */
  next: string | undefined;
  /** Shown when the list is empty. */
  nothing: ComponentChildren;
}

/** Fewer rows need no filter and no file. */
const MIN_FILTERED = 3;

/** A list with its filters, one page of rows, a link to the next, and the whole as CSV. */
export function Listing({ to, csv, wanted, children, next, nothing, hidesRows = false, ...table }: ListingProps) {
  const narrowed = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const query = (more: string[][]) => {
    const text = new URLSearchParams([...narrowed, ...more]).toString();
    return text && `?${text}`;
  };
  const isWhole = narrowed.length === 0 && !useView().isContinued && !next;
  if (isWhole && table.rows.length === 0) return <Empty>{nothing}</Empty>;
  if (isWhole && table.rows.length < MIN_FILTERED && !hidesRows) return <Table {...table} />;
  return (
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
  );
}

/** A text filter of a list. */
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

/** A filter by jurisdiction, by its name. */
export function PlaceChoice({ chosen }: { chosen: string | undefined }) {
  const values = JURISDICTIONS.map(({ code, name }) => [code, name] as const);
  return <Choice name="jurisdiction" label="Jurisdiction" any="any" chosen={chosen} values={values} />;
}

/** A filter by period; both days are included. */
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
