import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import {
  AlertMail,
  type AlertRuleInput,
  AlertSubjectKind,
  metricsOfSubject,
} from '@atelier/contracts/operate/monitoring/alert-shapes';
import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { lastDays } from '../../../../lib/days/ranges.ts';
import { useRead } from '../../../../lib/query.ts';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { useSubjects } from '../api.ts';
import { mailWords, metricWords, subjectWords } from './model/alert-words.ts';

export type RuleForm = ZodForm<typeof AlertRuleInput>;

interface Choices {
  data: { value: string; label: string }[];
  isPending: boolean;
}

const useThings = (kind: MonitorKind, search: string, enabled: boolean): Choices => {
  const { data, isPending } = useSubjects(
    { ...lastDays(1), kind, ...(search === '' ? {} : { search }) },
    enabled,
  );
  return {
    data: (data?.items ?? []).map(({ subjectId, name }) => ({ value: subjectId, label: name })),
    isPending,
  };
};

const useBases = (search: string, enabled: boolean): Choices => {
  const query = { limit: 50, ...(search === '' ? {} : { search }) };
  const { data, isPending } = useRead(knowledge.endpoints.list, { query }, { enabled });
  return {
    data: (data?.items ?? []).map(({ knowledgeBaseId, name }) => ({ value: knowledgeBaseId, label: name })),
    isPending,
  };
};

interface SubjectFieldProps {
  form: RuleForm;
  kind: MonitorKind | 'KNOWLEDGE_BASE';
  /** The name of what the stored rule watches. */
  known: { value: string; label: string } | undefined;
}

const SubjectField = ({ form, kind, known }: SubjectFieldProps) => {
  const [search, setSearch] = useState('');
  const isBase = kind === 'KNOWLEDGE_BASE';
  const things = useThings(isBase ? 'APP' : kind, search, !isBase);
  const bases = useBases(search, isBase);
  const { data, isPending } = isBase ? bases : things;
  const subject = form.bind('subjectId');
  const isKnownListed = known === undefined || data.some(({ value }) => value === known.value);
  return (
    <Select
      label={subjectWords[kind].replace(/^An? (.)/, (_, first: string) => first.toUpperCase())}
      withAsterisk
      searchable
      placeholder={`Choose ${subjectWords[kind].toLowerCase()}`}
      nothingFoundMessage={isPending ? 'Looking…' : 'Nothing fits'}
      data={isKnownListed ? data : [known, ...data]}
      filter={({ options }) => options}
      onSearchChange={(next) => setSearch(data.some(({ label }) => label === next) ? '' : next)}
      value={subject.value ?? null}
      onChange={(value) => subject.onChange(value)}
      error={subject.error}
    />
  );
};

const WhatFields = ({ form, known }: Omit<SubjectFieldProps, 'kind'>) => {
  const mayWatchSpend = useMay()('billing:read');
  const kind = form.bind('subjectKind');
  const metric = form.bind('metric');
  const metrics = metricsOfSubject[kind.value].filter(
    (each) => mayWatchSpend || kind.value !== 'COMPANY' || each !== 'CREDITS',
  );
  const chooseKind = (next: AlertRuleInput['subjectKind']) => {
    form.form.setValue('subjectId', null);
    kind.onChange(next);
    const [first] = metricsOfSubject[next];
    if (first && !metricsOfSubject[next].includes(metric.value)) form.form.setValue('metric', first);
  };
  return (
    <>
      <Select
        label="Watch"
        allowDeselect={false}
        data={AlertSubjectKind.options.map((value) => ({ value, label: subjectWords[value] }))}
        value={kind.value}
        onChange={(next) => next !== null && chooseKind(next)}
      />
      {kind.value === 'COMPANY' ? null : (
        <SubjectField key={kind.value} form={form} kind={kind.value} known={known} />
      )}
      <Select
        label="Figure"
        description={metricWords[metric.value].about}
        allowDeselect={false}
        data={metrics.map((value) => ({ value, label: metricWords[value].label }))}
        value={metric.value}
        onChange={(next) => next !== null && metric.onChange(next)}
        error={metric.error}
      />
    </>
  );
};

const bounds = {
  threshold: { min: 0, max: 1e12 },
  hours: { min: 1, max: 168 },
  least: { min: 0, max: 1_000_000 },
  quietMinutes: { min: 5, max: 10_080 },
};

const ExpertFields = ({ form }: { form: RuleForm }) => {
  const isOfMany = ['UNANSWERED_PERCENT', 'SLOW_SECONDS'].includes(form.bind('metric').value);
  return (
    <Fold label="More settings">
      {isOfMany ? (
        <NumberField
          label="At least this many questions or runs"
          description="With fewer, a single one would decide."
          {...bounds.least}
          {...form.bind('least')}
        />
      ) : null}
      <NumberField
        label="Quiet period in minutes"
        description="An alert that begins again so soon after a message is not reported unless it lasts."
        {...bounds.quietMinutes}
        {...form.bind('quietMinutes')}
      />
    </Fold>
  );
};

/** The fields of an alert rule. */
export const RuleFields = ({ form, known }: Omit<SubjectFieldProps, 'kind'>) => {
  const mail = form.bind('mail');
  const webhook = form.bind('webhookUrl');
  const { unit } = metricWords[form.bind('metric').value];
  return (
    <>
      <TextInput label="Name" withAsterisk placeholder="Many dislikes" {...form.field('name')} />
      <WhatFields form={form} known={known} />
      <NumberField
        label={`Alert at this many ${unit}`}
        description="The alert begins when the figure reaches it."
        {...bounds.threshold}
        {...form.bind('threshold')}
      />
      <NumberField
        label="Within this many hours"
        description="Whole hours are counted, and the current one."
        {...bounds.hours}
        {...form.bind('hours')}
      />
      <Select
        label="Mail to"
        allowDeselect={false}
        data={AlertMail.options.map((value) => ({ value, label: mailWords[value] }))}
        value={mail.value}
        onChange={(next) => next !== null && mail.onChange(next)}
        error={mail.error}
      />
      <TextInput
        label="Webhook"
        type="url"
        description="Optional: an address that gets each message as JSON, signed as Standard Webhooks describe."
        placeholder="https://example.com/alerts"
        value={webhook.value ?? ''}
        onChange={(event) =>
          webhook.onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)
        }
        error={webhook.error}
      />
      <ExpertFields form={form} />
    </>
  );
};
