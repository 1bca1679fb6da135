import type { App } from '@atelier/contracts/assistants/apps';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { Ago } from '../../../../lib/ago.tsx';
import { EntityList, type EntityListProps } from '../../../../lib/entities/entity-list.tsx';
import { formatShort } from '../../../../lib/format.ts';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AppStatus } from '../app-status.tsx';
import classes from '../apps.module.css';
import { DeleteAppDialog } from '../delete-app-dialog.tsx';
import { useAppActions } from '../use-app-actions.tsx';

const basesShown = 2;

const BaseLinks = ({ knowledgeBases }: Pick<App, 'knowledgeBases'>) => {
  if (knowledgeBases.length === 0) return <span className="faint">None</span>;
  const rest = knowledgeBases.length - basesShown;
  return (
    <span className={`flex flex-wrap ${classes.bases}`}>
      {knowledgeBases.slice(0, basesShown).map((base) => (
        <TextLink key={base.knowledgeBaseId} to={`/knowledge-base/${base.knowledgeBaseId}/documents`} quiet>
          {base.name}
        </TextLink>
      ))}
      {rest > 0 ? <span>and {rest} more</span> : null}
    </span>
  );
};

const columns: Column<App>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (app) => app.name,
    cell: (app) => (
      <span className="stack min-0">
        {app.name}
        {app.description === '' ? null : (
          <span className="muted small regular clamp-1">{app.description}</span>
        )}
      </span>
    ),
  },
  { id: 'access', header: 'Access', width: '6.5rem', cell: (app) => <AccessBadge access={app.access} /> },
  {
    id: 'active',
    header: 'Status',
    width: '9rem',
    cell: (app) => <AppStatus {...app} />,
  },
  {
    id: 'bases',
    header: 'Knowledge',
    width: '13rem',
    wideOnly: true,
    cell: (app) => <BaseLinks knowledgeBases={app.knowledgeBases} />,
  },
  {
    id: 'conversations',
    header: 'Conversations',
    width: '8rem',
    align: 'end',
    cell: (app) => formatShort(app.conversations),
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    width: '8.5rem',
    sortValue: (app) => app.updatedAt,
    cell: (app) => <Ago at={app.updatedAt} />,
  },
];

/** Operators do not see which knowledge bases an app answers from. */
const columnsWithoutKnowledge = columns.filter(({ id }) => id !== 'bases');

type AppTableProps = Pick<EntityListProps<App>, 'list' | 'filter' | 'nothingYet' | 'toolbar'>;

/** The list of apps: a table, or cards on a phone. */
export const AppTable = (props: AppTableProps) => {
  const [deleting, setDeleting] = useState<{ app: App; isOpened: boolean }>();
  const may = useMay();
  const showsKnowledge = may('entities:all') || may('entities:shared');
  const rowActions = useAppActions((app) => setDeleting({ app, isOpened: true }));
  return (
    <>
      <EntityList
        {...props}
        one="app"
        many="apps"
        columns={showsKnowledge ? columns : columnsWithoutKnowledge}
        rowId={(app) => app.appId}
        rowLabel={(app) => app.name}
        rowLink={(app) => `/apps/${app.appId}`}
        rowActions={rowActions}
      />
      {deleting ? (
        <DeleteAppDialog
          app={deleting.app}
          opened={deleting.isOpened}
          onClose={() => setDeleting({ ...deleting, isOpened: false })}
        />
      ) : null}
    </>
  );
};
