import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { useWrite } from '../../../../lib/query.ts';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { SwitchApps } from './switch-apps.tsx';

const { endpoints } = knowledge;

const useTurn = (success: string) =>
  useWrite(endpoints.update, { refreshes: [endpoints.get, endpoints.list], success });

interface TurnOffDialogProps {
  base: KnowledgeBase;
  opened: boolean;
  onClose: () => void;
}

/** Switches the knowledge base off after every app that uses it has been given another one (KB-12). */
const TurnOffDialog = ({ base, opened, onClose }: TurnOffDialogProps) => {
  const turn = useTurn(`“${base.name}” is off.`);
  const [failure, setFailure] = useState<ErrorDescription>();
  const isUsed = base.apps.length > 0;
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const turnOff = async () => {
    setFailure(undefined);
    try {
      await turn.mutateAsync({ params: { id: base.knowledgeBaseId }, body: { status: 'OFF' } });
      onClose();
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={`Switch “${base.name}” off?`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {isUsed
            ? `${formatCount(base.apps.length, 'app')} would be left without answers. Please choose another knowledge base for each of them first, or open the app and change it there.`
            : 'No app answers from it. Off, it answers nothing and keeps everything; you can switch it on again at any time.'}
        </Text>
        <SwitchApps base={base} />
        <FormFailure failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button disabled={isUsed} loading={turn.isPending} onClick={() => void turnOff()}>
            Switch off
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

/** Switches the knowledge base on or off. */
export const TurningPanel = ({ base }: { base: KnowledgeBase }) => {
  const [isAsking, setAsking] = useState(false);
  const turnOn = useTurn(`“${base.name}” is on again.`);
  const isOn = base.status === 'ON';
  return (
    <Panel
      title={isOn ? 'Switch this knowledge base off' : 'This knowledge base is off'}
      description={
        isOn
          ? 'It answers nothing then and keeps everything.'
          : 'It answers nothing. Documents, index and settings are kept.'
      }
      actions={
        isOn ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            Switch off
          </Button>
        ) : (
          <Group gap="xs">
            <StatusBadge tone="warning">Off</StatusBadge>
            <Button
              loading={turnOn.isPending}
              onClick={() => turnOn.mutate({ params: { id: base.knowledgeBaseId }, body: { status: 'ON' } })}
            >
              Switch on
            </Button>
          </Group>
        )
      }
    >
      <TurnOffDialog base={base} opened={isAsking && isOn} onClose={() => setAsking(false)} />
    </Panel>
  );
};
