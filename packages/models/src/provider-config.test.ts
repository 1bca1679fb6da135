import { describe, expect, it } from 'vitest';
import { listSecrets, ProviderConfig } from './provider-config.ts';
import { providerTypes } from './provider-types.ts';

describe('settings of providers', () => {
  it('reads a form: empty fields are absent, addresses lose their trailing slash', () => {
    expect(ProviderConfig.parse({ kind: 'openai', apiKey: ' k ', baseUrl: '' })).toEqual({
      kind: 'openai',
      apiKey: 'k',
    });
    expect(ProviderConfig.parse({ kind: 'openai-compatible', baseUrl: 'http://box:1/v1/' })).toMatchObject({
      baseUrl: 'http://box:1/v1',
    });
  });

  it('refuses what cannot work', () => {
    const refused = [
      { kind: 'openai' },
      { kind: 'azure', apiKey: 'k' },
      { kind: 'azure', apiKey: 'k', resourceName: 'evil.example/' },
      { kind: 'bedrock', region: 'eu-central-1' },
      { kind: 'bedrock', region: 'x@evil.example', apiKey: 'k' },
      { kind: 'ollama', baseUrl: 'file:///etc/passwd' },
      { kind: 'openai-compatible' },
      { kind: 'other', apiKey: 'k' },
    ];
    for (const settings of refused) expect(ProviderConfig.safeParse(settings).success).toBe(false);
  });

  it('describes every field that a form needs, and only fields that exist', () => {
    const values: Record<string, string> = {
      apiKey: 'k',
      baseUrl: 'http://x',
      resourceName: 'r',
      apiVersion: 'v1',
      region: 'eu-west-1',
      accessKeyId: 'a',
      secretAccessKey: 's',
      sessionToken: 't',
      protocol: 'responses',
    };
    for (const { kind, fields } of providerTypes) {
      const settings = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
      expect(ProviderConfig.parse({ kind, ...settings })).toEqual({ kind, ...settings });
      const secrets = fields.filter(({ secret }) => secret).map(({ name }) => values[name]);
      expect(new Set(listSecrets(ProviderConfig.parse({ kind, ...settings })))).toEqual(new Set(secrets));
    }
  });
});
