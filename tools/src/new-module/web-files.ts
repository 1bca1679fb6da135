import type { Names } from './names.ts';

type Template = (names: Names) => string;

/** `prompt notes` → `Prompt notes`. */
export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const index: Template = ({ feature, Features, thing, manyWords }) => `\
import type { Screen } from '../../../lib/screen.ts';

/** The screens of ${manyWords}. */
export const ${thing}Screens: Screen[] = [
  {
    path: '/${feature}',
    load: () => import('./${feature}-screen.tsx').then((it) => ({ default: it.${Features}Screen })),
  },
];
`;

const api: Template = ({ area, feature, features, Thing, Features }) => `\
import { ${features} } from '@atelier/contracts/${area}/${feature}';
import { usePages, useWrite } from '../../../lib/query.ts';

const { endpoints } = ${features};

interface ListQuery {
  search: string;
  sort: 'name' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const use${Features} = (query: ListQuery) => usePages(endpoints.list, { query });

export const useCreate${Thing} = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });
`;

const dialog: Template = ({ area, feature, Thing, words }) => `\
import { New${Thing} } from '@atelier/contracts/${area}/${feature}';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useCreate${Thing} } from './api.ts';

interface Create${Thing}DialogProps {
  opened: boolean;
  onClose: () => void;
}

export const Create${Thing}Dialog = ({ opened, onClose }: Create${Thing}DialogProps) => {
  const create = useCreate${Thing}();
  const form = useZodForm(New${Thing}, {
    defaultValues: { name: '' },
    onSubmit: async (body) => {
      await create.mutateAsync({ body });
      onClose();
    },
    fieldOfCode: { '${feature}.name_taken': 'name' },
  });
  return (
    <FormDialog title="New ${words}" opened={opened} onClose={onClose} form={form} submitLabel="Create">
      <TextInput label="Name" maxLength={150} data-autofocus {...form.field('name')} />
    </FormDialog>
  );
};
`;

const table: Template = ({ area, feature, thing, Thing, Features, manyWords }) => `\
import type { ${Thing} } from '@atelier/contracts/${area}/${feature}';
import { formatAgo, formatMoment } from '../../../lib/format.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../ui/data-table/data-table-types.ts';

const columns: Column<${Thing}>[] = [
  { id: 'name', header: 'Name', sortValue: (${thing}) => ${thing}.name, cell: (${thing}) => ${thing}.name },
  {
    id: 'updatedAt',
    header: 'Updated',
    width: '8.5rem',
    sortValue: (${thing}) => ${thing}.updatedAt,
    cell: (${thing}) => (
      <time dateTime={${thing}.updatedAt} title={formatMoment(${thing}.updatedAt)}>
        {formatAgo(${thing}.updatedAt)}
      </time>
    ),
  },
];

type ${Features}TableProps = Required<Pick<DataTableProps<${Thing}>, 'rows' | 'more' | 'sort' | 'search'>>;

export const ${Features}Table = (props: ${Features}TableProps) => (
  <DataTable
    {...props}
    label="${sentenceCase(manyWords)}"
    columns={columns}
    rowId={(${thing}) => ${thing}.${thing}Id}
    rowLabel={(${thing}) => ${thing}.name}
  />
);
`;

const screen: Template = ({ feature, Thing, Features, file, words, manyWords }) => `\
import { Button } from '@mantine/core';
import { useMay } from '../../../lib/account/session.ts';
import { useUrlSort } from '../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { use${Features} } from './api.ts';
import { Create${Thing}Dialog } from './create-${file}-dialog.tsx';
import { ${Features}Table } from './${feature}-table.tsx';

const sortable = ['name', 'updatedAt'] as const;

/** The screen with all ${manyWords}. The search, the order and the open dialog are in the address. */
export const ${Features}Screen = () => {
  const may = useMay();
  const [search, setSearch] = useUrlState('search');
  const [isNew, setNew] = useUrlState('new');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = use${Features}({ search, ...order.query });
  const isEmpty = list.first?.total === 0 && search === '';
  const newButton = may('${feature}:write') ? <Button onClick={() => setNew('1')}>New ${words}</Button> : undefined;
  return (
    <Page title="${sentenceCase(manyWords)}" actions={isEmpty ? undefined : newButton}>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<EmptyState title="No ${manyWords} yet" action={newButton} />}
        errorTitle="The ${manyWords} could not be loaded"
      >
        {() => (
          <${Features}Table
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search ${manyWords}' }}
          />
        )}
      </QueryView>
      <Create${Thing}Dialog opened={isNew !== ''} onClose={() => setNew('')} />
    </Page>
  );
};
`;

const test: Template = ({ feature, thing, words, manyWords, prefix }) => `\
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ada, type BuilderServer, startBuilderServer } from '../../../../tests/builder-server.ts';
import { App } from '../../../shell/app.tsx';

const one = {
  ${thing}Id: '${prefix}_1',
  name: 'First of all',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  abilities: { canRemove: true },
};

/** Loading a screen takes a while on a busy machine. */
const patience = { timeout: 20_000 };

describe('the screen of ${manyWords}', () => {
  let server: BuilderServer;
  const show = (items: readonly unknown[]) => {
    server.state.replies['GET /api/content/${feature}'] = {
      data: { items, nextCursor: null, total: items.length },
    };
    history.replaceState(null, '', '/${feature}');
    render(<App still />);
  };
  beforeAll(async () => {
    server = await startBuilderServer();
    server.state.user = { ...ada, permissions: ['${feature}:read', '${feature}:write'] };
  });
  afterAll(() => server.stop());
  afterEach(cleanup);

  it('leads from nothing to the form, which asks for a name', async () => {
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New ${words}' }, patience));
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Please enter a name')).toBeTruthy();
  });

  it('lists what is there', async () => {
    show([one]);
    expect(await screen.findByText('First of all', {}, patience)).toBeTruthy();
  });
});
`;

/** The files of `apps/web/src/features/<area>/<feature>` by name. */
export const webFiles = (names: Names): Record<string, string> => ({
  'index.ts': index(names),
  'api.ts': api(names),
  [`create-${names.file}-dialog.tsx`]: dialog(names),
  [`${names.feature}-table.tsx`]: table(names),
  [`${names.feature}-screen.tsx`]: screen(names),
  [`${names.feature}-screen.test.tsx`]: test(names),
});
