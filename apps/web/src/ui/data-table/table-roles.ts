/**
 * The roles that table elements have anyway, set explicitly: on a phone the rows are cards (display: flex), and browsers
 * would then treat rows and cells as plain boxes.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;
