// Runs before the first paint, so that a light page never flashes dark.
try {
  const theme = localStorage.getItem('custodian.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch { /* storage may be switched off; dark it is */ }
