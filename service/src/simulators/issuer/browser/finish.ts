const form = document.getElementById('return');

// While the document still loads, leaving replaces it in the session history instead of adding to it.
if (form instanceof HTMLFormElement) form.submit();
