/**
 * The roles that a table has anyway, said aloud: as cards (display: flex) on a phone, browsers would take
 * its rows and cells for plain boxes.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;
