import { AppAccess } from '@atelier/contracts/assistants/apps/app-settings';
import { Button, Select } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { byChange, hasNothing, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { AppsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { useApps } from '../api.ts';
import classes from '../apps.module.css';
import { AppTable } from './app-table.tsx';

const accessChoices = [
  { value: '', label: 'All access' },
  { value: 'PUBLIC', label: 'Public' },
  { value: 'PRIVATE', label: 'Private' },
];

const NewButton = ({ onNew }: { onNew: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
    New app
  </Button>
);

const NoApps = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const seesAll = useMay()('entities:all');
  if (!seesAll) return <NothingShared what="apps" />;
  return (
    <EmptyState
      illustration={<AppsIllustration />}
      title="Make your first app"
      action={onNew ? <NewButton onNew={onNew} /> : undefined}
    >
      {onNew
        ? 'An app is a chat on your knowledge. Give it a name, choose what it answers from and how it looks, then share its link. It takes three short steps.'
        : 'Nobody has made one yet. Ask a builder of your company for an app.'}
    </EmptyState>
  );
};

/** The screen with all apps of the tenant (ROUTE-04, APP-47). */
export const ListScreen = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const filter = useListFilter({
    word: 'access',
    read: (word) => AppAccess.safeParse(word).data,
    ...byChange,
  });
  const list = useApps({ search: filter.search, access: filter.choice, ...filter.query });
  // While the list loads there is only one button to create something, because a second button would disappear afterwards and lose the
  // focus.
  const mayBeEmpty = list.query.isPending || hasNothing(list, filter);
  return (
    <Page
      title="Apps"
      description="Chats that answer from your knowledge, each with a link of its own."
      actions={
        mayBeEmpty ? undefined : (
          <>
            <Button
              component={Link}
              to="/apps/reports"
              variant="default"
              leftSection={<IconChartBar size={16} />}
            >
              Reports
            </Button>
            {onNew ? <NewButton onNew={onNew} /> : null}
          </>
        )
      }
    >
      <AppTable
        {...{ list, filter }}
        nothingYet={<NoApps onNew={onNew} />}
        toolbar={
          <Select
            className={classes.filter ?? ''}
            aria-label="Filter by access"
            data={accessChoices}
            value={filter.choice ?? ''}
            onChange={(value) => filter.setChoice(value ?? '')}
          />
        }
      />
    </Page>
  );
};
