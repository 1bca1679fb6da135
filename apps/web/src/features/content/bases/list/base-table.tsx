import type { KnowledgeBase, KnowledgeSourceKind } from '@atelier/contracts/content/bases/knowledge-shapes';
import { IconFileUpload, IconSettings, IconTrash, IconZoomQuestion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import baseClasses from '../base/base.module.css';
import { BaseStatuses } from '../base/base-statuses.tsx';
import { DeleteBaseDialog } from '../settings/delete-base-dialog.tsx';
import classes from './list.module.css';

/** The kinds of source in short form (KB-01). */
const sourceKindLabels: Record<KnowledgeSourceKind, string> = {
  DOCUMENTS: 'Files',
  ENTERPRISE: 'Enterprise data',
  WEBSITE: 'Website',
};

const appsShown = 2;

const AppLinks = ({ apps }: Pick<KnowledgeBase, 'apps'>) => {
  if (apps.length === 0) return <span className="faint">None yet</span>;
  const rest = apps.length - appsShown;
  return (
    <span className={`inline-flex flex-wrap ${baseClasses.apps}`}>
      {apps.slice(0, appsShown).map((app) => (
        <TextLink key={app.appId} to={`/apps/${app.appId}`} quiet>
          {app.name}
        </TextLink>
      ))}
      {rest > 0 ? <span>and {rest} more</span> : null}
    </span>
  );
};

const columns: Column<KnowledgeBase>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (base) => base.name,
    cell: (base) => (
      <span className="stack">
        {base.name}
        {base.description === '' ? null : (
          <span className="muted tiny regular clamp-2">{base.description}</span>
        )}
      </span>
    ),
  },
  {
    id: 'documents',
    header: 'Documents',
    width: '9rem',
    cell: (base) => (
      <span className={`flex flex-wrap ${classes.documents}`}>
        {base.counts.documents.toLocaleString('en')}
        <span className="muted tiny">
          {base.sourceKinds.map((kind) => sourceKindLabels[kind]).join(', ')}
        </span>
      </span>
    ),
  },
  { id: 'status', header: 'Status', width: '13rem', cell: (base) => <BaseStatuses base={base} /> },
  {
    id: 'apps',
    header: 'Used by',
    width: '12rem',
    wideOnly: true,
    cell: (base) => <AppLinks apps={base.apps} />,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    width: '8.5rem',
    sortValue: (base) => base.updatedAt,
    cell: (base) => <Ago at={base.updatedAt} />,
  },
];

const linkToSection = ({ knowledgeBaseId }: KnowledgeBase, section: string): string =>
  `/knowledge-base/${knowledgeBaseId}/${section}`;

const useRowActions = (onDelete: (base: KnowledgeBase) => void) => {
  const navigate = useNavigate();
  const go = (to: string) => void navigate({ to });
  return (base: KnowledgeBase): MenuAction[] => [
    {
      label: base.abilities.canImport ? 'Add documents' : 'Documents',
      icon: <IconFileUpload size={16} />,
      onRun: () => go(linkToSection(base, 'documents')),
    },
    {
      label: 'Try a question',
      icon: <IconZoomQuestion size={16} />,
      onRun: () => go(linkToSection(base, 'retrieval')),
    },
    {
      label: 'Settings',
      icon: <IconSettings size={16} />,
      onRun: () => go(linkToSection(base, 'settings')),
    },
    ...(base.abilities.canRemove
      ? [{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(base) }]
      : []),
  ];
};

type BaseTableProps = Required<Pick<DataTableProps<KnowledgeBase>, 'rows' | 'more' | 'sort' | 'search'>>;

/** The list of knowledge bases: a table, or cards on a phone. */
export const BaseTable = (props: BaseTableProps) => {
  const [deleting, setDeleting] = useState<{ base: KnowledgeBase; isOpened: boolean }>();
  const rowActions = useRowActions((base) => setDeleting({ base, isOpened: true }));
  return (
    <>
      <DataTable
        {...props}
        label="Knowledge bases"
        columns={columns}
        rowId={(base) => base.knowledgeBaseId}
        rowLabel={(base) => base.name}
        rowLink={(base) => linkToSection(base, 'documents')}
        rowActions={rowActions}
      />
      {deleting ? (
        <DeleteBaseDialog
          base={deleting.base}
          opened={deleting.isOpened}
          onClose={() => setDeleting({ ...deleting, isOpened: false })}
        />
      ) : null}
    </>
  );
};
