import { AllowedSite } from '@atelier/contracts/assistants/apps/app-settings';
import { widgetButton } from '@atelier/contracts/assistants/apps/widget-button';
import { describe, expect, it } from 'vitest';
import { siteOrigin } from './site-origin.ts';
import { widgetScript } from './widget-script.ts';

const app = { appId: 'app_1' };

describe('the line for a site', () => {
  it('is one script with the app in its address, which knows the colour and the name of the button', {
    tags: ['APP-21', 'WIDGET-01'],
  }, () => {
    expect(widgetScript(app, { origin: 'https://a.example', side: 'right' })).toBe(
      '<script async src="https://a.example/widget/app_1.js"></script>',
    );
    expect(widgetScript(app, { origin: 'https://a.example', side: 'left' })).toContain(' data-side="left">');
    expect(widgetButton({ botName: 'Ada', themeName: 'Blue' })).toEqual({
      color: '#1f58b8',
      label: 'Ask Ada',
    });
    expect(widgetButton({ botName: ' ', themeName: 'Green' })).toEqual({ color: '#1b6e45', label: 'Ask us' });
  });
});

describe('a site', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com'],
    [' Example.com/about?x=1 ', 'https://example.com'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['*.example.com', 'https://*.example.com'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
  ])('that is typed as %s is allowed as %s', (typed, site) => {
    expect(siteOrigin(typed)).toBe(site);
    expect(AllowedSite.safeParse(siteOrigin(typed)).success).toBe(true);
  });

  it.each([
    'https://',
    'javascript:alert(1)',
    "https://a.example 'unsafe-inline'",
    'https://a.example; script-src *',
    'https://a.example,https://b.example',
    '*',
    'https://*',
    'data:text/html,x',
  ])('is refused as %s, which would say more in the policy', (typed) => {
    expect(AllowedSite.safeParse(typed).success).toBe(false);
  });
});
