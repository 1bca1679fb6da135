import { Button } from '@mantine/core';
import { SettingChanges } from '../../../../ui/content/setting-changes.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { useComparison, useRevert } from './api.ts';

interface ComparisonProps {
  appId: string;
  version: number;
  isCurrent: boolean;
  onClose: () => void;
}

/** Shows what differs between a version and the present settings, and goes back to it. */
export const Comparison = ({ appId, version, isCurrent, onClose }: ComparisonProps) => {
  const query = useComparison(appId, version);
  const revert = useRevert();
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={`Version ${version}`}
      footer={
        isCurrent ? undefined : (
          <Button
            loading={revert.isPending}
            onClick={() => revert.mutate({ body: { appId, version } }, { onSuccess: onClose })}
          >
            Go back to version {version}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        errorTitle="The differences could not be loaded"
        isEmpty={({ changes }) => changes.length === 0}
        empty={
          <EmptyState compact title="Nothing differs">
            These settings are the present ones.
          </EmptyState>
        }
      >
        {({ changes }) => (
          <>
            <p className="muted small below-4">
              Going back stores these settings as a new version. Who may use the app stays as it is, and
              knowledge bases that were deleted stay away.
            </p>
            <SettingChanges changes={changes} />
          </>
        )}
      </QueryView>
      <FormFailure failure={revert.error ? describeError(revert.error) : undefined} />
    </SidePanel>
  );
};
