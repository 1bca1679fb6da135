import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';
import { computeListPrice, findKnownModel, knownModels } from './known-models.ts';

describe('known models', () => {
  it('finds a model by its id, with a version behind it or a region before it', () => {
    expect(findKnownModel('openai', 'gpt-4o-2024-08-06')?.id).toBe('gpt-4o');
    expect(findKnownModel('openai', 'gpt-4o-mini')?.id).toBe('gpt-4o-mini');
    expect(findKnownModel('azure', 'gpt-4.1')?.id).toBe('gpt-4.1');
    expect(findKnownModel('mistral', 'mistral-large-latest')?.id).toBe('mistral-large');
    expect(findKnownModel('bedrock', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0')?.inputPrice).toBe(3);
    expect(findKnownModel('anthropic', 'claude-sonnet-4-5-20250929')?.id).toBe('claude-sonnet-4-5');
  });

  it('does not take another model for a known one', () => {
    expect(findKnownModel('openai', 'gpt-4o-audio-preview')).toBeUndefined();
    expect(findKnownModel('openai', 'gpt-5-codex')).toBeUndefined();
    expect(findKnownModel('ollama', 'gpt-4o')).toBeUndefined();
  });

  it('prices a call per million tokens', () => {
    const model = knownModels.find(({ id }) => id === 'gpt-4o-mini');
    expect(model && computeListPrice(model, { inputTokens: 1_000_000, outputTokens: 500_000 })).toBeCloseTo(
      0.45,
    );
    expect(knownModels.filter(({ kind }) => kind === 'extractive').map((row) => row.outputPrice)).toEqual([
      0,
    ]);
  });
});

it('estimates the tokens of prose within a third of their number, and of dense scripts', () => {
  const text = 'The tenancy begins on the first of September and runs for two years. '.repeat(50);
  const ratio = estimateTokens(text) / countTokens(text);
  expect(ratio).toBeGreaterThan(0.67);
  expect(ratio).toBeLessThan(1.34);
  expect(estimateTokens('汉字测试')).toBe(4);
});
