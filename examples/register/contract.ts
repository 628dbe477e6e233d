// Stands at the end of test/registries/registries.spec.ts.
const LV_RIX_PAGE = 100;
const lvRix = ({ id, name, ended }: ListedEntity) => ({
  regcode: id,
  name,
  closed: ended === true ? 'L' : null,
  address: 'Rīga, Iedomu iela 1',
});
const lvRixPage = (records: readonly object[], total = records.length) =>
  JSON.stringify({ success: true, result: { records, total } });

describeRegistry({
  ...connectedAs('lv-rix'),
  answer: (entities, _request, total) => lvRixPage(entities.map(lvRix), total),
  noRecord: { body: lvRixPage([]) },
  paging: {
    rows: LV_RIX_PAGE,
    at: ({ query }) => (query.has('offset') ? Number(query.get('offset')) / LV_RIX_PAGE : undefined),
  },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: { body: lvRixPage([{ regcode: '1', closed: 'x', address: 'Rīga' }]), field: 'name' },
  errorInside200: JSON.stringify({ success: false, error: { __type: 'Validation Error' } }),
  refusal: { status: 409, body: JSON.stringify({ success: false, error: { __type: 'Validation Error' } }) },
  questionWithoutTexts: ({ query, path }) =>
    [path, query.get('resource_id'), ...[...query.keys()].toSorted()].join(' '),
});
