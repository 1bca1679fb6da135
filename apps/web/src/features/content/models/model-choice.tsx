import { TagsInput } from '@mantine/core';
import { useMemo } from 'react';
import { type modelLists, sortModels } from './model/provider-form.ts';
import type { ProviderForm } from './provider-fields.tsx';

const mostShown = 100;

interface NamesProps {
  form: ProviderForm;
  list: (typeof modelLists)[number];
  label: string;
  description: string;
  data: string[];
}

const Names = ({ form, list, label, description, data }: NamesProps) => {
  const { value, ...field } = form.bind(list);
  const names = value ?? [];
  return (
    <TagsInput
      label={label}
      description={description}
      data={data}
      limit={mostShown}
      clearable
      acceptValueOnBlur
      placeholder={names.length > 0 ? '' : data.length > 0 ? 'Pick or type' : 'Type a name and press Enter'}
      {...field}
      value={names}
    />
  );
};

const orAll = (names: string[], all: string[]): string[] => (names.length > 0 ? names : all);

/** Selects the provider's models that can be used in the product, from its list or by typing a name. */
export const ModelChoice = ({ form, found }: { form: ProviderForm; found: readonly string[] }) => {
  const { chat, embedding, transcription, rerank } = useMemo(() => sortModels(found), [found]);
  return (
    <>
      <Names
        form={form}
        list="chatModels"
        label="Chat models"
        description="They write the answers of apps."
        data={chat}
      />
      <Names
        form={form}
        list="embeddingModels"
        label="Embedding models"
        description="They let knowledge be found by meaning, not only by words. Optional."
        data={orAll(embedding, chat)}
      />
      <Names
        form={form}
        list="transcriptionModels"
        label="Transcription models"
        description="They transcribe audio and video. Optional."
        data={orAll(transcription, chat)}
      />
      <Names
        form={form}
        list="visionModels"
        label="Vision models"
        description="Chat models that describe pictures and scanned pages. Optional."
        data={chat}
      />
      <Names
        form={form}
        list="rerankModels"
        label="Rerank models"
        description="They put search results in a better order. Optional."
        data={orAll(rerank, chat)}
      />
    </>
  );
};
