// Starts the viewer over the description of this service. Calls go to the address the page came from.
SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('viewer'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // A token that was typed in is gone with the page.
  persistAuthorization: false,
  // Nothing is sent elsewhere to be checked.
  validatorUrl: null,
});
