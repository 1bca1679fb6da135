import { TagsInput } from '@mantine/core';
import { useMemo } from 'react';
import { sortModels } from './model/provider-form.ts';
import type { ProviderForm } from './provider-fields.tsx';

const mostShown = 100;

/** Which of the provider's models can be chosen in the product: picked from its list, or typed. */
export const ModelChoice = ({ form, found }: { form: ProviderForm; found: readonly string[] }) => {
  const sorted = useMemo(() => sortModels(found), [found]);
  const placeholder = found.length > 0 ? 'Pick or type' : 'Type a name and press Enter';
  const chat = form.bind('chatModels');
  const embedding = form.bind('embeddingModels');
  return (
    <>
      <TagsInput
        label="Chat models"
        description="They write the answers of apps."
        data={sorted.chat}
        limit={mostShown}
        clearable
        acceptValueOnBlur
        placeholder={(chat.value ?? []).length === 0 ? placeholder : ''}
        {...chat}
        value={chat.value ?? []}
      />
      <TagsInput
        label="Embedding models"
        description="They let knowledge be found by meaning, not only by words. Optional."
        data={sorted.embedding.length > 0 ? sorted.embedding : sorted.chat}
        limit={mostShown}
        clearable
        acceptValueOnBlur
        placeholder={(embedding.value ?? []).length === 0 ? placeholder : ''}
        {...embedding}
        value={embedding.value ?? []}
      />
    </>
  );
};
