import { AlertRule, AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useAddRule, useChangeRule } from './api.ts';
import { RuleFields } from './rule-fields.tsx';

const newRule: AlertRuleInput = {
  ...{ name: '', subjectKind: 'COMPANY', subjectId: null, metric: 'DISLIKES', threshold: 5, hours: 24 },
  ...{ least: 20, quietMinutes: 240, mail: 'ADMINS', webhookUrl: null, enabled: true },
};

/** The part of a rule that its form changes. */
export const toRuleInput = (rule: AlertRule): AlertRuleInput => ({
  name: rule.name,
  subjectKind: rule.subjectKind,
  subjectId: rule.subjectId,
  metric: rule.metric,
  threshold: rule.threshold,
  hours: rule.hours,
  least: rule.least,
  quietMinutes: rule.quietMinutes,
  mail: rule.mail,
  webhookUrl: rule.webhookUrl,
  enabled: rule.enabled,
});

const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="The key of the webhook">
    <div className="stack-4 min-0 content-start">
      <p className="note">
        Every call is signed with this key, so that the receiver can tell that it comes from here. Copy it
        now: it is shown only once.
      </p>
      <code className="break-anywhere pad-3">{secret}</code>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <CopyButton value={secret} label="Copy the key" withText isMain />
      </Group>
    </div>
  </Modal>
);

interface RuleDialogProps {
  /** The rule to change; undefined to write one. */
  rule?: AlertRule | undefined;
  onClose: () => void;
}

/** Writes an alert rule, or changes it, and shows the key of a new webhook once. */
export const RuleDialog = ({ rule, onClose }: RuleDialogProps) => {
  const add = useAddRule();
  const change = useChangeRule();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useZodForm(AlertRuleInput, {
    defaultValues: rule ? toRuleInput(rule) : newRule,
    fieldOfCode: { 'alerts.subject_not_found': 'subjectId' },
    stored: rule && { revision: rule.revision, read: (newest) => toRuleInput(AlertRule.parse(newest)) },
    onSubmit: async (body, revision) => {
      const saved = rule
        ? await change.mutateAsync({ params: { id: rule.ruleId }, body: { ...body, revision } })
        : await add.mutateAsync({ body });
      if (saved.webhookSecret === null) onClose();
      else setSecret(saved.webhookSecret);
    },
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  const known =
    rule?.subjectId && rule.subjectName ? { value: rule.subjectId, label: rule.subjectName } : undefined;
  return (
    <FormDialog
      opened
      title={rule ? 'Change the alert' : 'New alert'}
      description="The figures are checked every minute. You get one message when the alert begins and one when it is over."
      onClose={onClose}
      form={form}
      submitLabel={rule ? 'Save' : 'Create alert'}
      size="lg"
    >
      <RuleFields form={form} known={known} />
    </FormDialog>
  );
};
