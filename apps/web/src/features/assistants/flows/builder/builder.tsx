import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { AccessPanel } from '../../../account/access/index.ts';
import { usePieces } from '../api.ts';
import { useEditor } from '../editing/use-editor.ts';
import { flowState } from '../model/run-words.ts';
import { RunTable } from '../runs/run-table.tsx';
import { SettingsTab } from '../settings/settings-tab.tsx';
import { VersionsTab } from '../versions/versions-tab.tsx';
import { BuilderActions } from './builder-actions.tsx';
import { EditTab } from './edit-tab.tsx';
import { SaveStatus } from './save-status.tsx';
import { useCommands } from './use-commands.ts';

const breadcrumbs = [{ label: 'Flows', to: '/flows' }];

interface BuilderProps {
  details: FlowDetails;
  flow: Flow;
  onReload: () => void;
}

/** The screen of one flow: its steps, its runs and its versions. */
export const Builder = ({ details, flow: initial, onReload }: BuilderProps) => {
  const editing = useEditor(details, initial);
  const may = useMay();
  const { editor, state, saved } = editing;
  const pieces = usePieces();
  const commands = useCommands(editor);
  const [testRun, setTestRun] = useState('');
  const isReadOnly = saved.abilities['canWrite'] !== true;
  const { label, tone } = flowState(saved);
  const isUnsaved = state.saving === 'failed' || state.saving === 'refused';
  return (
    <Page
      width="wide"
      title={state.flow.displayName}
      breadcrumbs={breadcrumbs}
      aside={
        <span className="row-3">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {isReadOnly ? null : (
            <SaveStatus
              state={state}
              onRetry={() => void editor.saveNow()}
              onReload={onReload}
              onOverwrite={() => void editor.overwrite()}
            />
          )}
        </span>
      }
      actions={<BuilderActions editing={editing} isReadOnly={isReadOnly} onTested={setTestRun} />}
    >
      <UrlTabs
        label="Sections of the flow"
        tabs={[
          {
            value: 'edit',
            label: 'Steps',
            content: (
              <QueryView query={pieces} errorTitle="The pieces could not be loaded">
                {(data) => (
                  <EditTab
                    editing={editing}
                    commands={commands}
                    pieces={data.pieces}
                    isReadOnly={isReadOnly}
                    testRun={testRun}
                    onHideTest={() => setTestRun('')}
                  />
                )}
              </QueryView>
            ),
          },
          { value: 'runs', label: 'Runs', content: <RunTable flowId={saved.flowId} /> },
          {
            value: 'versions',
            label: 'Versions',
            content: <VersionsTab editing={editing} isReadOnly={isReadOnly} />,
          },
          {
            value: 'settings',
            label: 'Settings',
            content: <SettingsTab flowId={saved.flowId} isReadOnly={isReadOnly} />,
          },
          ...(may('entities:all')
            ? [
                {
                  value: 'access',
                  label: 'Access',
                  content: (
                    <AccessPanel
                      entityId={saved.flowId}
                      what={`the flow “${state.flow.displayName}”`}
                      description="Owners, admins and builders see every flow. Operators see those that they get access to here: they can start them and read their runs."
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <LeaveQuestion isDirty={isUnsaved} onPath />
    </Page>
  );
};
