import { configure } from '@testing-library/react';

// What is loaded on demand is compiled while it is waited for, on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 10_000 });
