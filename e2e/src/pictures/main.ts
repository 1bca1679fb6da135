import { chromium } from '@playwright/test';
import { printSample } from './print-sample.ts';
import { takePictures } from './take-pictures.ts';

// Run by hand from the root, after a build: node e2e/src/pictures/main.ts [sample]
const executablePath = process.env['ATELIER_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
await (process.argv[2] === 'sample' ? printSample(browser) : takePictures(browser));
await browser.close();
