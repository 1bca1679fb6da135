import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { findRefusedTool } from './refused-tools.ts';

const tools = ['send', 'odd_list', 'read_page'].map((name) => ({
  ...{ type: 'function' as const, name, inputSchema: {} },
}));
const request: ModelRequest = { prompt: [], tools };
const refusedBy = (
  providerMessage: string,
  code: 'models.refused' | 'models.unavailable' = 'models.refused',
) => findRefusedTool(new ModelError(code, { providerMessage }), request)?.name;

describe('the tool that a provider refuses', () => {
  it.each([
    [
      'OpenAI',
      "Invalid schema for function 'odd_list': In context=('properties', 'x'), array schema missing items.",
    ],
    [
      'Anthropic',
      'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    ],
    [
      'Gemini',
      '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[x].items: missing field.',
    ],
    ['Bedrock', 'The value at toolConfig.tools.1.toolSpec.inputSchema.json is invalid.'],
    ['Mistral', '[{"loc":["body","tools",1,"function","parameters"],"msg":"Invalid schema"}]'],
    ['Groq', 'invalid JSON schema for tool odd_list, tools[1].function.parameters: `not` is not supported'],
  ])('is found in the words of %s', (_provider, message) => {
    expect(refusedBy(message)).toBe('odd_list');
  });

  it.each([
    ['of nothing that is offered', "Invalid schema for function 'other': missing items."],
    ['of the whole request', 'The function calls are not supported by this model.'],
    ['of a word that is the name of a tool', 'Please send the parameters of the model again.'],
    ['of two tools', "Invalid schema for functions 'odd_list' and 'read_page'."],
  ])('is not found in a sentence %s', (_what, message) => {
    expect(refusedBy(message)).toBeUndefined();
  });

  it('is not found in a failure that may pass', () => {
    expect(refusedBy("The function 'odd_list' failed.", 'models.unavailable')).toBeUndefined();
  });
});
