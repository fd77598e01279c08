// BindViews
