import { AllowedSite } from '@atelier/contracts/build/apps';
import { describe, expect, it } from 'vitest';
import { siteOrigin } from './site-origin.ts';
import { widgetScript } from './widget-script.ts';

const app = { appId: 'app_1', botName: 'Ada', themeName: 'Blue' as const };

describe('the line for a site', () => {
  it('is one script with the app, its colour and its name in attributes', {
    tags: ['APP-21', 'WIDGET-01'],
  }, () => {
    expect(widgetScript(app, { origin: 'https://a.example', side: 'right' })).toBe(
      '<script async src="https://a.example/widget.js" data-app="app_1" data-color="#1f58b8" data-label="Ask Ada"></script>',
    );
    expect(widgetScript(app, { origin: 'https://a.example', side: 'left' })).toContain(' data-side="left">');
  });

  it('holds any name without ending the attribute', () => {
    const line = widgetScript(
      { ...app, botName: '"><script>alert(1)</script>&' },
      { origin: 'https://a.example', side: 'right' },
    );
    const page = new DOMParser().parseFromString(line, 'text/html');
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelector('script')?.dataset['label']).toBe('Ask "><script>alert(1)</script>&');
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
