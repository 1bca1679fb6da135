// Runs before the first paint, as a file because the policy allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('atelier-color-scheme');
  } catch {
    // Storage can be blocked; the system's choice applies then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
