"""What tables remember of menus, views and patches is held to what would be made anew."""
