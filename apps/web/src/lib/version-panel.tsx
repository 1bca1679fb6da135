import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { SettingChanges } from '../ui/content/setting-changes.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { FormFailure } from '../ui/feedback/form-failure.tsx';
import { QueryView } from '../ui/feedback/query-view.tsx';
import { SidePanel } from '../ui/layout/side-panel.tsx';

interface VersionPanelProps<T> {
  number: number;
  query: ComponentProps<typeof QueryView<T>>['query'];
  listChanges: (version: T) => ComponentProps<typeof SettingChanges>['changes'];
  /** Says what going back to the version changes. */
  note: ReactNode;
  /** The button that goes back to the version. */
  action: string;
  restore: { isPending: boolean; error: unknown };
  /** Absent for the present version. */
  onRestore: (() => void) | undefined;
  onClose: () => void;
}

/** Shows what differs between a version and the present settings, and goes back to it. */
export const VersionPanel = <T,>(props: VersionPanelProps<T>) => {
  const { number, query, listChanges, note, action, restore, onRestore, onClose } = props;
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={`Version ${number}`}
      footer={
        onRestore && (
          <Button loading={restore.isPending} onClick={onRestore}>
            {action}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        errorTitle="The differences could not be loaded"
        isEmpty={(version) => listChanges(version).length === 0}
        empty={
          <EmptyState compact title="Nothing differs">
            These settings are the present ones.
          </EmptyState>
        }
      >
        {(version) => (
          <>
            <p className="muted small below-4">{note}</p>
            <SettingChanges changes={listChanges(version)} />
          </>
        )}
      </QueryView>
      <FormFailure failure={restore.error ? describeError(restore.error) : undefined} />
    </SidePanel>
  );
};
