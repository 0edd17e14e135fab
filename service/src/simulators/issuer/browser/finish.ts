const form = document.getElementById('return');

// Submitting while the document loads replaces it in the session history instead of adding an entry.
if (form instanceof HTMLFormElement) form.submit();
